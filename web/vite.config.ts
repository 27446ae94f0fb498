import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appIcons } from './build/app-icons.ts'
import { lucideIcons } from './build/icons.ts'
import { precompress } from './build/precompress.ts'
import { withoutUnusedParts } from './build/unused-parts.ts'

export default defineConfig({
  base: '/assets/',
  plugins: [react(), lucideIcons(), withoutUnusedParts(), appIcons(), precompress()],
  // wouter imports this shim for React 17, but React 18 has the hook itself.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // No two style sheets have the same name, so readable class names are unique; hashes and line numbers would compress
  // worse.
  css: { modules: { generateScopedName: (name, file) => `${basename(file).split('.')[0]}_${name}` } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsDir: '.',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/main.tsx',
      checks: { pluginTimings: false },
      output: {
        // The first script contains all other names, so each character of a hash costs a byte of it.
        chunkFileNames: '[name]-[hash:7].js',
        assetFileNames: '[name]-[hash:6][extname]',
        // One file compresses better than twenty and takes one request.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'icons', test: /~icons/, minShareCount: 2 },
            // Each separate file takes a request, and a name in the first script.
            { name: 'formats', test: /src\/lib\/format-(times|measures)\.ts$/ },
            {
              name: 'controls',
              test: /src\/ui\/(write-button|use-write|use-submit|loaded|signed-out|switch)\.tsx?$/,
            },
            { name: 'section-links', test: /src\/ui\/section-links\./ },
            { name: 'dialog', test: /src\/ui\/(dialog|form)\./ },
            { name: 'gone', test: /src\/ui\/(gone|newest-shelf|external-link)\./ },
          ],
        },
      },
    },
  },
})
