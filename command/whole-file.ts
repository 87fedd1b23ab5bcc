import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf, Failure, messageOf } from './usage.ts'

/*
 * Files that the command writes are there whole or not at all, whoever reads them meanwhile, and however it ends: they are
 * written under a name of their own first.
 */

/** In the same folder, so that it can be renamed. A name of nobody, however long that of the file is. */
export const unfinishedBeside = (file: string): string => join(dirname(file), `.kalends-${randomUUID()}.part`)

/** A file that was not there. Throws `EEXIST` where it is. */
export function createFile(file: string, text: string, mode = 0o666): void {
  const unfinished = unfinishedBeside(file)
  try {
    write(unfinished, text, mode)
    try {
      linkSync(unfinished, file)
    } catch (error) {
      // Some file systems have no second names.
      if (!/^(EPERM|ENOTSUP|ENOSYS|EOPNOTSUPP|EMLINK)$/.test(String(codeOf(error)))) throw error
      writeFileSync(file, text, { flag: 'wx', mode })
    }
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** In place of a small file that is there; its mode and its owner stay, and so does a link to it. */
export function replaceFile(file: string, text: string): void {
  const target = behindLinks(file)
  const before = statSync(target)
  const unfinished = unfinishedBeside(target)
  try {
    write(unfinished, text, 0o600)
    likeBefore(unfinished, before)
    renameSync(unfinished, target)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function write(file: string, text: string, mode: number): void {
  const descriptor = openSync(file, 'wx', mode)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Links that lead to links end here. */
const MOST_LINKS = 40

/** What a link names, also where that is not there yet; else the path itself. */
export function behindLinks(path: string): string {
  let at = resolve(path)
  for (let links = 0; links < MOST_LINKS; links++) {
    try {
      at = resolve(dirname(at), readlinkSync(at))
    } catch (error) {
      if (codeOf(error) === 'EINVAL' || codeOf(error) === 'ENOENT') return at
      throw error
    }
  }
  throw new Failure(`${path} is a link that leads to itself`)
}

/** The owner only where this user may give files away. */
export function likeBefore(file: string, { mode, uid, gid }: Stats): void {
  try {
    chownSync(file, uid, gid)
  } catch {}
  chmodSync(file, mode & 0o7777)
}

/**
 * Writes a file of any length, which only its owner reads unless another one was there. The content of a plain file is
 * replaced when the new one is complete: its links, its mode and its owner stay. What is no plain file, such as a pipe or a
 * device, is written into.
 */
export async function writeWhole(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const refuse = (error: unknown): never => {
    const reason = codeOf(error) === 'ENOENT' ? 'there is no such folder' : messageOf(error)
    throw error instanceof Failure ? error : new Failure(`Cannot write ${file}: ${reason}`, { cause: error })
  }
  let target: string
  let before: Stats | undefined
  try {
    // Of what is no plain file, the path may lead nowhere that a program can follow, such as `pipe:[7]`.
    before = statSync(file, { throwIfNoEntry: false })
    target = before === undefined || before.isFile() ? behindLinks(file) : file
    if (before?.isDirectory()) throw new Failure(`Cannot write ${file}: it is a folder`)
  } catch (error) {
    return refuse(error)
  }
  if (before !== undefined && !before.isFile()) return writeInto(target, pieces, refuse)
  const unfinished = unfinishedBeside(target)
  const handle = await open(unfinished, 'wx', 0o600).catch(refuse)
  try {
    try {
      for await (const piece of pieces) await handle.appendFile(piece).catch(refuse)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await put(unfinished, target, before).catch(refuse)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** In place of what was there. */
async function put(unfinished: string, target: string, before: Stats | undefined): Promise<void> {
  // Another name of the same file would keep what it had.
  if (before !== undefined && before.nlink > 1) return copyFile(unfinished, target)
  if (before !== undefined) likeBefore(unfinished, before)
  try {
    renameSync(unfinished, target)
  } catch (error) {
    // A file that is mounted by itself, as containers have it.
    if (codeOf(error) !== 'EBUSY' || !existsSync(target)) throw error
    await copyFile(unfinished, target)
  }
}

async function writeInto(
  target: string,
  pieces: AsyncIterable<string>,
  refuse: (error: unknown) => never,
): Promise<void> {
  const handle = await open(target, 'w').catch(refuse)
  try {
    for await (const piece of pieces) await handle.writeFile(piece).catch(refuse)
  } finally {
    await handle.close()
  }
}
