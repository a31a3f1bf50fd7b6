/**
 * Returns the card identifier of the interface. A masked number has letters or asterisks in its middle, an EXID has
 * neither.
 */
export function cardIdentifier(id: string): {
  card_identifier_id: string;
  card_identifier_type: 'CONTRACT_NUMBER' | 'EXID';
} {
  const isMasked = /^\d+[X*]+\d+$/i.test(id);
  return { card_identifier_id: id, card_identifier_type: isMasked ? 'CONTRACT_NUMBER' : 'EXID' };
}
