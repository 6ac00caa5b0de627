# fish completion of fives: fives completion fish | source

function __fives_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1]) # here it is as it was typed
    for line in ($program __complete -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c fives -f -a '(__fives_complete)'
