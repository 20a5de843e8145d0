import './sign-box.css';
import { useQuery } from '@tanstack/react-query';
import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { CallCode } from '../../common/api/error.ts';
import { documentQuery, groupQuery } from '../../common/api/queries.ts';
import { Button } from '../../common/ui/button.tsx';
import { Onward } from './Onward.tsx';
import { SignOutcome } from './SignOutcome.tsx';
import { type Return, useReturn } from './useReturn.ts';

/** The documents of the signing, by their names; empty until they are known. */
function useDocuments({ documents }: Return): DocumentAnswer[] {
  const [first] = documents;
  const { data: one } = useQuery({ ...documentQuery(first?.document ?? ''), enabled: first !== undefined });
  const group = useQuery({ ...groupQuery(one?.groupId ?? ''), enabled: one !== undefined });
  const asked = new Set(documents.map(({ document }) => document));
  return (group.data?.documents ?? (one ? [one] : [])).filter(({ id }) => asked.has(id));
}

/** The one reason of all that failed, where it is one. */
function sharedCode({ documents, failure }: Return): CallCode | null {
  if (failure) return failure.code;
  const [first] = documents;
  return first?.code && documents.every(({ code }) => code === first.code) ? first.code : null;
}

function useTitle({ step }: Return, code: CallCode | null): string {
  const { t } = useTranslation();
  if (step === 'nothing') return t('provider.nothingTitle');
  if (step === 'lost') return t('box.lostTitle');
  if (step === 'working') return t('provider.backTitle');
  if (code === 'provider_declined') return t('provider.declinedTitle');
  return t(code ? 'box.failed' : 'box.outcomeTitle');
}

/** Where the provider's own page leads back to: the rest of the signing, and how it ended. */
export function ReturnPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = useReturn();
  const documents = useDocuments(back);
  const { step } = back;
  const code = step === 'over' ? sharedCode(back) : null;
  const [first] = back.documents;
  const title = useTitle(back, code);
  return (
    <div className="ws-container ws-middle">
      <h1 className="govgr-heading-l">{title}</h1>
      {step === 'working' && <p className="govgr-body">{t('provider.backLead')}</p>}
      {step === 'lost' && <p className="govgr-body">{t('box.lost')}</p>}
      {step === 'nothing' && <p className="govgr-body">{t('provider.nothing')}</p>}
      {code && (
        <p className="govgr-body" role="alert">
          {t(`errors.${code}`)}
        </p>
      )}
      {(step === 'working' || (step === 'over' && !code)) && (
        <SignOutcome
          documents={documents}
          outcomes={back.documents}
          over={step === 'over'}
          silent={back.silent}
          onRetry={([id]) => void navigate(`/sign/${id}`)}
          onClose={() => undefined}
        />
      )}
      {step === 'lost' && (
        <div className="govgr-button-group">
          <Button look="primary" onClick={back.ask}>
            {t('box.ask')}
          </Button>
        </div>
      )}
      {step === 'over' && first && (
        <div className="govgr-button-group">
          <Link className="govgr-btn govgr-btn-primary" to={`/sign/${first.document}`}>
            {t('provider.toDocument')}
          </Link>
        </div>
      )}
      {(step === 'nothing' || (step === 'over' && !first)) && (
        <p className="ws-onward">
          <Onward />
        </p>
      )}
    </div>
  );
}
