// The worker's side: one instance of the module, requests in, replies out.
import { Core } from '../model/core.js'
import { placeOf, RfmError } from '../interface/errors.js'
import { describe, fit, shrink, Watched } from './jobs.js'
import type { Reply, Request } from './protocol.js'

export type Send = (reply: Reply, transfer?: readonly Transferable[]) => void

function failed(error: unknown, broken: boolean): Reply {
  const known = error instanceof RfmError ? error : new RfmError('failed', String((error as Error)?.message ?? error))
  return { kind: 'failed', broken, failure: { code: known.code, words: known.message, ...placeOf(known) } }
}

/** Returns what handles each request. */
export function serve(send: Send): (request: Request) => void {
  let core: Core | undefined
  let watched: Watched | undefined
  const loaded = (): Core => {
    if (core === undefined) throw new RfmError('load', 'the worker was given no module')
    return core
  }

  const done = (result: Extract<Reply, { kind: 'done' }>['result'], transfer?: readonly Transferable[]): void =>
    send({ kind: 'done', result, memory: core?.memory.buffer.byteLength ?? 0 }, transfer)

  const handle = (request: Request): void => {
    switch (request.kind) {
      case 'load':
        core = Core.now(request.module)
        return done(request.threads > 1 ? core.team(request.threads) : undefined)
      case 'help':
        core = Core.helper(request.module, request.memory)
        return core.help(request.stack, request.worker)
      case 'fit': {
        const file = fit(loaded(), request.table, request.test, request.options, progress => {
          if (request.progress) send({ kind: 'progress', progress })
          return false
        })
        return done(file, [file.buffer])
      }
      case 'describe':
        return done(describe(loaded(), request.table, request.options, request.threads))
      case 'shrink': {
        const file = shrink(loaded(), request.file, request.bytes, request.history)
        return done(file, [file.buffer])
      }
      case 'watch':
        watched = new Watched(loaded(), request.table, request.at, request.options)
        return done(undefined)
      case 'next':
        return done(watched?.next())
      case 'close':
        watched?.close()
        watched = undefined
        return done(undefined)
    }
  }

  return request => {
    try {
      handle(request)
    } catch (error) {
      send(failed(error, core?.broken ?? false))
    }
  }
}
