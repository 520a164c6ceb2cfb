"""What has to be written again although it was not read again, and what need not."""
