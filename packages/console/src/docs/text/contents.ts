import type { OperationPage } from '@cardwright/contract';

export type { ErrorRow, FieldPart, FieldRow } from '@cardwright/contract';

export interface TagOutline {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly { readonly id: string; readonly title: string; readonly method: string }[];
}

export interface MenuGroup {
  readonly text: string;
  readonly pages: readonly { readonly text: string; readonly page: string }[];
}

export type DescribedOperation = OperationPage & {
  /** The SDK method, and the path parameters that the method takes first. */
  readonly sdk?: { readonly method: string; readonly names: readonly string[] };
};

export type Example = OperationPage['examples'][number];

/** A text, or a tag with its attributes and children. */
export type DocumentNode = string | DocumentElement;
export type DocumentElement = readonly [tag: string, attributes: Attributes | 0, ...children: DocumentNode[]];
export interface Attributes {
  readonly [name: string]: string | number | undefined;
}

export interface DocumentPage {
  readonly title: string;
  readonly headings: readonly { readonly level: number; readonly text: string; readonly anchor: string }[];
  readonly tree: readonly DocumentNode[];
}

export interface SearchEntry {
  readonly kind: 'topic' | 'operation' | 'field' | 'error' | 'guide';
  readonly address: string;
  readonly title: string;
  readonly within: string;
  readonly text: string;
}
