/**
 * The Node.js release lines that run Cardwright, each with the last day on which it gets security fixes
 * (https://github.com/nodejs/Release).
 */
const END_OF_SUPPORT: Readonly<Record<string, string>> = {
  24: '2028-04-30',
  26: '2029-04-30',
};

/** @returns the last day of support in ISO form, or `undefined` for a line that does not run Cardwright */
export function endOfSupport(version: string): string | undefined {
  return END_OF_SUPPORT[version.split('.')[0] ?? ''];
}

/** @returns the supported lines for a message, such as `24, 26` */
export function releaseLines(): string {
  return Object.keys(END_OF_SUPPORT).join(', ');
}
