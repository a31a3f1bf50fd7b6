/** A type of event that reports a change of an object. */
export interface ChangeEventType {
  readonly meaning: string;
  /** The version of Cardwright that first sends the type. */
  readonly since: string;
  /** The members of the object that the event typically contains, as values before and after. */
  readonly example: { readonly before: object | null; readonly after: object | null };
}

export const since = '0.1.0';
export const created = (after: object) => ({ before: null, after });
export const moved = <Name extends string, Value>(name: Name, before: Value, after: Value) => ({
  before: { [name]: before },
  after: { [name]: after },
});
