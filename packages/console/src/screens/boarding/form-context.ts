import { type ComponentType, createContext, useContext } from 'react';
import type { FindingTexts } from './findings.ts';
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
  readonly findings: FindingTexts;
  /** Renders a field of any kind: groups and lists hold further fields. */
  readonly Field: ComponentType<FieldParts>;
}

export const FormContext = createContext<FormState | undefined>(undefined);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('no form is here');
  return form;
}
