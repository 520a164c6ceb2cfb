"""What a reader of the UI can rely on, each thing with its test.

== =======================================
============================================================================ 1  HTTP and WebSocket
in one vocabulary    reading: sidebar, say_what_they_are; methods: directions_* 2  brands as
intersections, chains         types: one_line; reading: brands_are_shown_as_intersections 3  schema
view                             types: one_line, folded, markdown, tags; methods: field_says,
recursive 4  variants by discriminator               types, methods: variants_* 5  Schema/Example,
copy, valid examples    types: every_example, in_order; methods: example_satisfies; ui/src/example 6
 a card for each error                   reading: every_error_is_a_card; methods:
 every_body_answer_and_error 7  reuse: chips, lists, new tabs, light    reuse
8  sidebar: groups, brands, filter         reuse: groups_have_counts, brands_have_a_tab,
current_method_is_revealed 9  authentication, headers, permissions    methods:
authentication_and_permission, other_headers_and_cookies 10 palette
search; themes: keys_*; documents: large_documents 11 pages of types, addresses, history
addresses; reuse: types_have_pages; reading: deep_link, back_and_forward 12 code samples
               methods: code_samples 13 switcher, title, branding               reading: switcher,
                   no_switcher; documents: primary_colour, logo, overview
14 overviews                               documents: overview_of_*
15 loading, empty, failures, no JavaScript documents: loading, missing; hostile: failure, empty;
reading: without_js 16 embedded in themes                      themes; embedding
17 keyboard, zoom, motion, print           access
== =======================================
============================================================================

The limits: axe-core in ``access`` and, for colours, ``documents``; the strict policy in ``policy``;
other origins in every test (the fixtures of ``conftest`` refuse them, and errors in the console
too); ``file://`` in ``reading``, ``hostile`` and ``documents``; hostile content in ``hostile``. The
size is the business of ``npm run size`` in ``ui/``, speed that of ``benchmarks/ui``.
"""
