#!/usr/bin/env bash
# tex.sh: make sure that PDFs can be made and read here. Fails when TeX is missing and cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
if command -v latexmk >/dev/null && command -v pdftotext >/dev/null && kpsewhich fncychap.sty tgtermes.sty >/dev/null; then
  exit 0
fi
exec scripts/apt.sh latexmk texlive-latex-recommended texlive-latex-extra texlive-fonts-recommended tex-gyre poppler-utils
