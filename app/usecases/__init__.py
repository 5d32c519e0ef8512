"""What people can do here. Each use case is one function and one transaction."""
