"""What the market offers, one module for each part of it."""
