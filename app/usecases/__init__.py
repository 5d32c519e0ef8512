"""What people can do here. Each is one function, and changes a game in one transaction."""
