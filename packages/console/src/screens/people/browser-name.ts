/** The order matters, because browsers also name the browsers that they resemble. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** The names of a browser and its system, or the whole user agent if the browser is unknown. */
export function browserName(agent: string): string {
  const [, browser] = BROWSERS.find(([mark]) => agent.includes(mark)) ?? [];
  const [, system] = SYSTEMS.find(([mark]) => agent.includes(mark)) ?? [];
  if (browser === undefined) return agent;
  return system === undefined ? browser : `${browser}, ${system}`;
}
