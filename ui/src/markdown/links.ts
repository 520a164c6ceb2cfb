/** Which addresses a description may lead to. */

const SAFE_SCHEME = /^(?:https?|mailto):/i;
const ANY_SCHEME = /^[^/?#]*:/;

/** The address if a link may have it, else nothing: no `javascript:`, no `data:`, in whatever spelling. */
export function safeHref(address: string): string | undefined {
  // browsers leave out tabs and line ends, and control characters at the start, before they look for the scheme
  const seen = address.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/g, "");
  if (seen === "") return undefined;
  return SAFE_SCHEME.test(seen) || !ANY_SCHEME.test(seen) ? seen : undefined;
}
