/**
 * The anchor of a heading, as GitHub makes it, so that a link to a heading leads there in both places. The tests of references
 * hold every link against the same rule.
 */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}
