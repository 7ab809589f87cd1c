// `npm run docs`: docs/api.md from the types and their comments. TypeScript reads them.
import { readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'

const here = new URL('..', import.meta.url)

/** The comment in front of it, in one line. */
function said(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node)
  if (comment === undefined) return ''
  const text = ts.getTextOfJSDocComment(comment.comment) ?? ''
  const tags = (comment.tags ?? []).map(tag => `${tag.tagName.text === 'deprecated' ? 'Deprecated: ' : ''}${ts.getTextOfJSDocComment(tag.comment) ?? ''}`)
  return [text, ...tags].join(' ').replace(/\s+/g, ' ').trim()
}

const cell = text => text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
const shown = (node, source) => node.getText(source).replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/\breadonly /g, '').replace(/;$/, '')
const isPublic = node => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

function table(members, source) {
  const rows = members.filter(member => !ts.isConstructorDeclaration(member) && member.name?.getText(source) !== '[Symbol.dispose]')
    .map(member => `| \`${cell(shown(member, source).replace(/^(override|declare) /, ''))}\` | ${cell(said(member))} |`)
  return rows.length === 0 ? [] : ['', '| | |', '|---|---|', ...rows]
}

function entry(node, source) {
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const above = (node.heritageClauses ?? []).map(clause => clause.getText(source)).join(' ')
    return [`### ${node.name.text}`, '', `${said(node)}${above ? `${said(node) ? ' ' : ''}It ${above.replace('extends', 'has all of')}.` : ''}`.trim(),
      ...table(node.members, source)]
  }
  if (ts.isTypeAliasDeclaration(node))
    return [`### ${node.name.text}`, '', ...(said(node) ? [said(node), ''] : []), '```ts', shown(node, source).replace(/^export /, ''), '```']
  return undefined
}

function entries(name, every = false) {
  const source = ts.createSourceFile(name, readFileSync(new URL(name, here), 'utf8'), ts.ScriptTarget.ES2022, true)
  const found = []
  source.forEachChild(node => {
    const text = (isPublic(node) || (every && node.name !== undefined)) ? entry(node, source) : undefined
    if (text !== undefined) found.push(...text, '')
  })
  return found
}

function calls(name) {
  const source = ts.createSourceFile(name, readFileSync(new URL(name, here), 'utf8'), ts.ScriptTarget.ES2022, true)
  return source.statements.filter(node => ts.isVariableStatement(node) && isPublic(node)).flatMap(node => {
    const [{ name, type }] = node.declarationList.declarations
    return [`| \`${cell(`${name.text}: ${type.getText(source)}`)}\` | ${cell(said(node))} |`]
  })
}

export function written() {
  const lines = ['# The interface of rfm-wasm', '', 'Written by `npm run docs` from the types. Properties are only read.', '']
  for (const [entry, name] of [['rfm-wasm', 'index'], ['rfm-wasm/sync', 'sync'], ['rfm-wasm/inline', 'inline'], ['rfm-wasm/predict', 'predict']])
    lines.push(`## \`${entry}\``, '', '| | |', '|---|---|', ...calls(`ts/${name}.ts`), '')
  for (const [title, name] of [['Loading, training and models', 'types'], ['What goes in', 'input'], ['Options of training', 'training'],
    ['What comes out', 'output'], ['Columns and kernels', 'columns'], ['', 'kernels'], ['Errors', 'errors']]) {
    if (title) lines.push(`## ${title}`, '')
    lines.push(...entries(`ts/interface/${name}.ts`, name === 'types'))
  }
  return lines.map(line => wrapped(line)).join('\n').replace(/\n{3,}/g, '\n\n').trimEnd() + '\n'
}

/** Prose in lines of at most 100 characters. */
function wrapped(line) {
  if (line.length <= 100 || line.startsWith('|') || line.includes('\n')) return line
  return line.replace(/(.{1,100})(?:\s|$)/g, '$1\n').trimEnd()
}

if (process.argv[1]?.endsWith('api.mjs')) writeFileSync(new URL('docs/api.md', here), written())
