import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { FormSchema } from './form-schema.ts';

export interface FieldParts {
  readonly schema: FormSchema;
  readonly name: string;
  readonly path: string;
  readonly isRequired: boolean;
}

interface FormState {
  readonly record: unknown;
  readonly set: (path: string, value: unknown) => void;
  /** What the server found, by the path of the field. */
  readonly findings: ReadonlyMap<string, ReactNode>;
  /** Renders a field of any kind: groups and lists hold further fields. */
  readonly Field: ComponentType<FieldParts>;
}

export const FormContext = createContext<FormState | undefined>(undefined);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('no form is here');
  return form;
}
