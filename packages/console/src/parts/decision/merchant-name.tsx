import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './merchant-name.module.css';

interface MerchantNameParts {
  readonly applicationId: string;
  /** One merchant of the application. Undefined for the whole application. */
  readonly merchantId?: string;
  readonly name: string;
  /** Distinguishes the merchant from others with the same name. */
  readonly id: string;
  /** Whether the link keeps the filters, because its target is the current page. */
  readonly preservesFilters?: boolean;
  readonly children?: ReactNode;
}

/** The name of the applicant, with a link to the application. */
export function MerchantName({
  applicationId,
  merchantId,
  name,
  id,
  preservesFilters = false,
  children,
}: MerchantNameParts) {
  const merchant = merchantId === undefined ? {} : { merchant: merchantId };
  return (
    <span className={classes.who}>
      <Link
        to="/merchants/$applicationId"
        params={{ applicationId }}
        search={(before: object) => ({ ...(preservesFilters && before), ...merchant })}
        data-application={applicationId}
      >
        <bdi>{name}</bdi>
        {children}
      </Link>
      <bdi dir="ltr" className={classes.id}>
        {id}
      </bdi>
    </span>
  );
}
