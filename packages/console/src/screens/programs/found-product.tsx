import type { ProductProgram } from '@cardwright/contract';
import type { ReactNode } from 'react';
import { Fetched } from '../../parts/page/fetched.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { SearchIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useProgram } from './program-queries.ts';

/** One product and its program, or that there is none of that code. */
export function FoundProduct({
  productCode,
  children,
}: {
  productCode: string;
  children: (product: ProductProgram) => ReactNode;
}) {
  const { t } = useWords();
  return (
    <Fetched query={useProgram(productCode)}>
      {(found) =>
        found === null ? (
          <Notice icon={SearchIcon} title={t('failure.missing')} text={t('program.missing')} />
        ) : (
          children(found)
        )
      }
    </Fetched>
  );
}
