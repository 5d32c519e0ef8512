"""The worker: delivers mails, minds the clocks, plays for bots and stand-ins."""
