"""How the static rendering is drawn when a page is written, and where the browser UI takes it over."""
