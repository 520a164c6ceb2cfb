/** Converts inline markup of reStructuredText to Markdown; blocks have the same syntax in both. */

export function rstAsMarkdown(text: string): string {
  return text
    .replace(/:[\w:+.-]{1,60}:`~?([^`<]{1,200}?)(?:\s*<[^`>]{1,200}>)?`/g, "`$1`")
    .replace(/`([^`<]{1,200}?)\s*<([^`>\s]{1,500})>`__?/g, "[$1]($2)")
    .replace(/``([^`]{1,500})``/g, "`$1`")
    .replace(/::[ \t]*$/gm, ":");
}
