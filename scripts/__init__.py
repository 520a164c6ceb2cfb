"""What is run by hand or by make, from the root of the repository."""
