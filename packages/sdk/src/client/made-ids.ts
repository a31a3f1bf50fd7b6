/** Letters and digits that are not easily confused with each other. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a unique random id with 5 bits in each character. */
export function makeId(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** Formats a time for the envelope header: DD/MM/YYYY HH:MM:SS in UTC. */
export function headerTime(now: Date): string {
  const [day = '', time = ''] = now.toISOString().slice(0, 19).split('T');
  return `${day.split('-').reverse().join('/')} ${time}`;
}
