/** The anchor of a field on the page of its operation: `field-card-customer_id` for `card.customer_id`. */
export function anchorOfField(field: string): string {
  return `field-${field.replace(/\W+/g, '-').replace(/-$/, '')}`;
}
