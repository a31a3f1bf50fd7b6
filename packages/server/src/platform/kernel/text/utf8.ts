/** A text in UTF-8 on its way between threads and to the database. In this form it is neither copied nor decoded. */
export type Utf8 = Uint8Array;

export function utf8Of(text: string): Utf8 {
  return Buffer.from(text, 'utf8');
}

export function textOf(bytes: Utf8): string {
  return bufferOf(bytes).toString('utf8');
}

/** A view of the same memory. */
export function bufferOf({ buffer, byteOffset, byteLength }: Utf8): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
