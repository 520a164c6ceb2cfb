"""From a configured document to its record: contracts imported, files built, source modules
noted.
"""
