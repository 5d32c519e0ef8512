"""Real servers for the tests: on free loopback ports, in temporary folders, gone when the tests are."""
