"""Shape A: one static site with the groups of all services.

PYTHONPATH=examples python -m deployments.one_build public
"""

import sys

from sphinxcontrib_ggdocs.native import BuildApiDocsOptions, build_api_docs


def main(out_dir: str) -> None:
    """Write the site; a reader sees where both services use the same type."""
    report = build_api_docs(
        BuildApiDocsOptions.model_validate(
            {
                "out_dir": out_dir,
                "docs": [
                    {
                        "slug": "shop",
                        "title": "Shop",
                        "groups": [
                            {
                                "name": "Orders",
                                "http": ["deployments.orders.contracts:OrderApi"],
                                "ws": ["deployments.orders.contracts:OrderFeed"],
                            },
                            {
                                "name": "Billing",
                                "http": ["deployments.billing.contracts:InvoiceApi"],
                            },
                        ],
                    }
                ],
            }
        )
    )
    sys.stdout.write(f"{len(report.written)} files written\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
