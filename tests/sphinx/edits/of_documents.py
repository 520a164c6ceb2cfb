"""Edits of the configuration and of pages."""

from collections.abc import Sequence
from random import Random

from .service import Document, Service
from .table import another, change


def _document(service: Service, draw: Random) -> Document:
    return draw.choice(service.documents)


def _configure(service: Service, name: str, values: Sequence[object], draw: Random) -> None:
    service.config[name] = another(values, service.config.get(name), draw)


@change
def slug_renamed(service: Service, draw: Random) -> None:
    _document(service, draw).slug = service.name("s", draw).lower()


@change
def slug_removed(service: Service, draw: Random) -> None:
    if len(service.documents) > 1:
        service.documents.remove(_document(service, draw))


@change
def slug_added(service: Service, draw: Random) -> None:
    document = Document(
        slug=service.name("s", draw).lower(), title=service.sentence(draw), contracts=[]
    )
    document.contracts.append(service.add_contract(draw))
    document.split, document.grouped = (
        draw.choice([None, None, "none", "contract", "group"]),
        draw.random() < 0.5,
    )
    service.documents.insert(draw.randrange(len(service.documents) + 1), document)


@change
def contract_in_another_document(service: Service, draw: Random) -> None:
    document = _document(service, draw)
    if len(document.contracts) > 1 and len(service.documents) > 1:
        another(service.documents, document, draw).contracts.append(document.contracts.pop(0))


@change
def contract_added(service: Service, draw: Random) -> None:
    _document(service, draw).contracts.append(service.add_contract(draw))


@change
def contract_removed(service: Service, draw: Random) -> None:
    document = _document(service, draw)
    if len(document.contracts) > 1:
        del service.contracts[document.contracts.pop()]


@change
def contracts_in_another_order(service: Service, draw: Random) -> None:
    draw.shuffle(_document(service, draw).contracts)


@change
def documents_in_another_order(service: Service, draw: Random) -> None:
    draw.shuffle(service.documents)


@change
def document_described(service: Service, draw: Random) -> None:
    document = _document(service, draw)
    document.title, document.version = service.sentence(draw), service.name("", draw)
    document.description, document.group_text = (
        service.sentence(draw) + " **So.**",
        service.sentence(draw),
    )


@change
def document_split_otherwise(service: Service, draw: Random) -> None:
    document = _document(service, draw)
    document.split = another([None, "none", "contract", "group"], document.split, draw)


@change
def document_grouped_or_not(service: Service, draw: Random) -> None:
    document = _document(service, draw)
    document.grouped = not document.grouped


@change
def markup_of_document(service: Service, draw: Random) -> None:
    document = _document(service, draw)
    document.markup = another(["markdown", "rst", ""], document.markup, draw)


@change
def markup_of_all(service: Service, draw: Random) -> None:
    _configure(service, "ggdocs_markup", ["markdown", "rst"], draw)


@change
def language(service: Service, draw: Random) -> None:
    _configure(service, "language", ["en", "de"], draw)


@change
def branding(service: Service, draw: Random) -> None:
    _configure(
        service,
        "ggdocs_branding",
        [{"primary_color": "#112233"}, {"primary_color": "#445566"}],
        draw,
    )


@change
def openapi(service: Service, draw: Random) -> None:
    _configure(
        service,
        "ggdocs_to_openapi",
        [{service.documents[0].slug: value} for value in (True, False, {"openapi_version": "3.2"})],
        draw,
    )


@change
def folder_of_output(service: Service, draw: Random) -> None:
    _configure(service, "ggdocs_out_dir", ["api", "deep/er"], draw)


@change
def value_that_matters_to_nobody(service: Service, draw: Random) -> None:
    service.config["unused"] = service.sentence(draw)


@change
def prose_edited(service: Service, draw: Random) -> None:
    service.prose[draw.choice(list(service.prose))] = service.sentence(draw)


@change
def prose_beside_reference(service: Service, draw: Random) -> None:
    _document(service, draw).prose = service.sentence(draw)


@change
def page_added(service: Service, draw: Random) -> None:
    service.prose[service.name("page", draw).lower()] = service.sentence(draw)


@change
def page_renamed(service: Service, draw: Random) -> None:
    old = draw.choice(list(service.prose))
    service.prose[service.name("page", draw).lower()] = service.prose.pop(old)


@change
def links_in_prose(service: Service, draw: Random) -> None:
    service.links = not service.links


@change
def page_of_parts(service: Service, draw: Random) -> None:
    service.parts = not service.parts


@change
def all_on_one_page(service: Service, draw: Random) -> None:
    service.together = not service.together
