"""What lies between the network and the views: every request and every answer passes it."""
