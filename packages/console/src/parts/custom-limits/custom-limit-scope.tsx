import type { LimitInForce } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { Identifier } from '../value/identifier.tsx';
import classes from './custom-limits.module.css';

/** Shows whose messages a limit counts. A limit of a program links to the program, where it can be changed. */
export function CustomLimitScope({
  limit: { card_identifier_id: exid, token_reference: token, product_code: productCode },
}: {
  limit: LimitInForce;
}) {
  const { t } = useWords();
  return (
    <>
      {exid === null ? (
        t('customLimit.ofAccount')
      ) : (
        <>
          {t(token === undefined ? 'customLimit.ofCard' : 'customLimit.ofToken')}{' '}
          <Identifier id={exid} leadsTo={{ to: '/cards/$exid', params: { exid } }} />
        </>
      )}
      {productCode !== undefined && <ProgramLink productCode={productCode} />}
    </>
  );
}

/** A link to the program that contains a limit. */
export function ProgramLink({ productCode }: { productCode: string }) {
  const { t } = useWords();
  return (
    <Link to="/programs/$productCode" params={{ productCode }} data-given={productCode} className={classes.program}>
      {t('controls.inherited')} <bdi dir="ltr">{productCode}</bdi>
    </Link>
  );
}
