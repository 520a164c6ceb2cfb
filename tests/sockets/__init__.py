"""WebSocket contracts over real connections: framings, slow clients, clients made by others."""
