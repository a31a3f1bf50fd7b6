export const CHECKS = [
  'FILE',
  'CONTENT',
  'SIGNATURE',
  'KEY',
  'INCLUSION',
  'HEAD',
  'AUDIT_ROW',
  'OUTSIDE_HEAD',
  'DECISION',
  'OPENINGS',
] as const;

/** The result of one check of a proof. UNKNOWN: the file or the evidence lacks what the check needs. */
export interface Check {
  readonly name: (typeof CHECKS)[number];
  readonly result: 'HOLDS' | 'FAILS' | 'UNKNOWN';
  /** A whole sentence that states what holds, or what is wrong. */
  readonly text: string;
}

export function holds(name: Check['name'], text: string): Check {
  return { name, result: 'HOLDS', text };
}

export function fails(name: Check['name'], text: string): Check {
  return { name, result: 'FAILS', text };
}

export function unknown(name: Check['name'], text: string): Check {
  return { name, result: 'UNKNOWN', text };
}
