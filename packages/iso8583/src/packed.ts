/**
 * Converts the hexadecimal digits of packed track data to text. The nibbles stand for the characters from 0 to ?, so
 * the separator = is D.
 *
 * @example
 * nibblesToTrack('4111d29'); // '4111=29'
 */
export function nibblesToTrack(nibbles: string): string {
  return /[a-f]/.test(nibbles)
    ? nibbles.replace(/[a-f]/g, (nibble) => String.fromCharCode(0x30 + Number.parseInt(nibble, 16)))
    : nibbles;
}

/** The nibble of a digit or of a character of track data. Some hosts write the separator as D. */
export function nibbleOf(code: number): number {
  return code === 0x44 ? 13 : code & 15;
}
