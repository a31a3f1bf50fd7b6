/** Breaking changes that a release makes on purpose. `released/declared-breaks.json` lists them. */
export interface DeclaredBreak {
  /** A regular expression that matches the lines of `findBreaks` from its beginning to its end. */
  readonly change: string;
  /** Why no caller breaks, or why the change is worth it. */
  readonly reason: string;
}

/**
 * Divides the breaking changes since a release by their declarations.
 *
 * @param breaks the lines of `findBreaks`
 * @returns `undeclared` fails a build. `stale` holds declarations that match no change, so they are no longer needed.
 * @example splitBreaks(findBreaks(released, now), declarations).undeclared // []
 */
export function splitBreaks(breaks: readonly string[], declarations: readonly DeclaredBreak[]) {
  const forms = declarations.map((declaration) => ({ declaration, form: new RegExp(`^(?:${declaration.change})$`) }));
  const declared = forms.map(({ declaration, form }) => ({
    ...declaration,
    breaks: breaks.filter((each) => form.test(each)),
  }));
  return {
    undeclared: breaks.filter((each) => !forms.some(({ form }) => form.test(each))),
    declared: declared.filter((each) => each.breaks.length > 0),
    stale: declared.filter((each) => each.breaks.length === 0).map(({ change }) => change),
  };
}
