"""The pages. A view parses, calls one use case, and renders; it decides nothing."""
