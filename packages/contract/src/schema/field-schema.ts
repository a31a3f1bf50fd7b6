import type { FieldOptions } from './fields.ts';
import type { FormatName } from './formats.ts';

/** The schema members that `compile` reads: JSON Schema keywords and the annotations of `FieldOptions`. */
export interface FieldSchema extends FieldOptions {
  type?: string | readonly string[];
  maxLength?: number;
  enum?: readonly string[];
  properties?: Record<string, FieldSchema>;
  required?: readonly string[];
  items?: FieldSchema;
  /** Only documentation of answers. For requests, the alternative is chosen before validation. */
  anyOf?: readonly FieldSchema[];
  minItems?: number;
  maxItems?: number;
  /** The maximum applies to the entries of all lists at this place of a request together. */
  maximumOfAll?: true;
  minimum?: number;
  maximum?: number;
  /**
   * The member with this name selects one of `variants` for an object. Without `otherwise`, no other value is allowed.
   */
  discriminatedBy?: string;
  variants?: Record<string, FieldSchema>;
  otherwise?: FieldSchema;
  /** For a map: every key has this format, every value has the schema `entries`. */
  keyFormat?: FormatName;
  entries?: FieldSchema;
}
