/**
 * A text in UTF-8 that goes from one thread to another and on to the database: in this form nothing of it is copied or looked at
 * on the way.
 */
export type Utf8 = Uint8Array;

export function utf8Of(text: string): Utf8 {
  return Buffer.from(text, 'utf8');
}

export function textOf(bytes: Utf8): string {
  return bufferOf(bytes).toString('utf8');
}

/** The same memory. */
export function bufferOf({ buffer, byteOffset, byteLength }: Utf8): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
