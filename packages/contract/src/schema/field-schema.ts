import type { FieldOptions } from './fields.ts';
import type { FormatName } from './formats.ts';

/** What `compile` reads of a schema: JSON Schema keywords and the annotations of `FieldOptions`. */
export interface FieldSchema extends FieldOptions {
  type?: string | readonly string[];
  maxLength?: number;
  enum?: readonly string[];
  properties?: Record<string, FieldSchema>;
  required?: readonly string[];
  items?: FieldSchema;
  /** Only documentation for what is sent. For received values the alternative is chosen before validation. */
  anyOf?: readonly FieldSchema[];
  minItems?: number;
  maxItems?: number;
  /** The maximum counts the entries of all lists at this place in a request together. */
  maximumOfAll?: true;
  minimum?: number;
  maximum?: number;
  /**
   * The member of this name decides which of `variants` an object is; without `otherwise`, no other value is allowed.
   */
  discriminatedBy?: string;
  variants?: Record<string, FieldSchema>;
  otherwise?: FieldSchema;
  /** A map: every key has this format, every value this schema. */
  keyFormat?: FormatName;
  entries?: FieldSchema;
}
