type Present<Values extends readonly unknown[]> = { [At in keyof Values]: NonNullable<Values[At]> };

/** Returns the sentence if all of its values are known. */
export function whenPresent<const Values extends readonly unknown[]>(
  values: Values,
  render: (values: Present<Values>) => string,
): string | undefined {
  return values.some((value) => value === undefined) ? undefined : render(values as Present<Values>);
}
