"""From contracts to what a build keeps of them: imported, made, watched for changes."""
