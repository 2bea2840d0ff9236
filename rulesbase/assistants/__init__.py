"""A server for assistants by the Model Context Protocol: the read-only API as tools, over stdio and HTTP."""
