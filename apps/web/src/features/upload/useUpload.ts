import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { configQuery } from '../../common/api/queries.ts';
import { widgetTexts } from '../../common/explain.ts';
import { noteContact } from '../../common/session/activity.ts';
import { ping } from '../../common/session/ping.ts';
import { storedSessionId } from '../../common/session/store.ts';
import { currentGroup, renewGroup } from './group.ts';
import type { Upload } from './queue.ts';
import { dispatchUpload as dispatch, useUploadState } from './store.ts';
import { sendFiles, UploadFailure } from './transport.ts';

export interface UploadControls {
  upload: Upload<File>;
  add: (files: File[]) => void;
  cancel: () => void;
  forget: () => void;
}

/** Runs the queue: what is queued is sent as one request as soon as none is under way. */
export function useUpload(): UploadControls {
  const upload = useUploadState(storedSessionId());
  const { data: config, isError } = useQuery(configQuery);
  const running = useRef<{ cancel: () => void } | null>(null);
  /** Files of this run that were sent: what is added meanwhile goes into the same group. */
  const sent = useRef(0);
  const { files } = upload;
  // Where the configuration cannot be had, our own origin is the upload host that most likely answers.
  const host = config?.uploadUrl ?? (isError ? '' : undefined);

  useEffect(() => {
    if (host === undefined || running.current || !files.some((entry) => entry.state === 'queued')) return;
    const batch = files.map((entry) => entry.file);
    const request = sendFiles({
      host,
      sessionId: storedSessionId(),
      groupId: currentGroup(),
      files: batch,
      onProgress: (loaded, total) => dispatch({ do: 'progress', loaded, total, at: Date.now() }),
    });
    running.current = request;
    sent.current += batch.length;
    dispatch({ do: 'start' });
    request.answer
      .then((answer) => {
        running.current = null;
        if (answer.code === 'session_required') void ping();
        else noteContact();
        const { files: waiting } = dispatch({ do: 'answer', answer, at: Date.now() });
        if (waiting.length > 0) return;
        // A group may be full of earlier files: the next try has a new one.
        if (sent.current > 1 || answer.code === 'too_many_files') renewGroup();
        sent.current = 0;
      })
      .catch((error: unknown) => {
        // Who has left the page, by choice or signed out, is not told again on coming back.
        const left = running.current !== request;
        running.current = null;
        sent.current = 0;
        // 401, or no answer at all: whether the session lives and the service can be reached is ping's to say.
        if (error instanceof UploadFailure && (error.status === 401 || error.message === widgetTexts.offline))
          void ping();
        const message = error instanceof UploadFailure ? error.message : widgetTexts.invalidJson;
        dispatch({ do: 'fail', message, at: Date.now() });
        if (left) dispatch({ do: 'told' });
      });
  }, [host, files]);

  useEffect(
    () => () => {
      const request = running.current;
      running.current = null;
      request?.cancel();
    },
    [],
  );

  return {
    upload,
    add: (chosen) => dispatch({ do: 'add', files: chosen, at: Date.now() }),
    cancel: () => {
      if (running.current) running.current.cancel();
      else dispatch({ do: 'fail', message: widgetTexts.canceled, at: Date.now() });
    },
    forget: () => dispatch({ do: 'forget' }),
  };
}
