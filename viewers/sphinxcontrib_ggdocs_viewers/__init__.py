"""Files of third-party viewers, unmodified: Swagger UI and the AsyncAPI React component. There is
no code here.
"""
