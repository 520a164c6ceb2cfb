"""The types that travel: accounts, goods, orders, payments, conversations."""
